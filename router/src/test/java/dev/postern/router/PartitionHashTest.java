package dev.postern.router;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Vectors taken from {@code satisfies_hash_partition} of the reference server. */
class PartitionHashTest {
  @ParameterizedTest
  @CsvSource({
    "0,901916981443598768",
    "1,11274504255086170040",
    "2,16968177202474426746",
    "5,2465103569513362205",
    "42,12669485132091644514",
    "1234567890123,9539693899603275471",
    "-1,288437243775528869",
    "9223372036854775807,10244051894435199606",
    "-9223372036854775808,17701988066039669119"
  })
  void hashesBigints(long key, String hash) {
    assertEquals(Long.parseUnsignedLong(hash), PartitionHash.ofLong(key));
  }

  @ParameterizedTest
  @CsvSource({
    "'',18051608080690800806",
    "a,17047028206024085342",
    "abc,8934288089726683813",
    "hello,2670230039693765524",
    "user@example.com,3483002622674655375"
  })
  void hashesTexts(String key, String hash) {
    byte[] bytes = ("xy" + key).getBytes(StandardCharsets.UTF_8);
    assertEquals(Long.parseUnsignedLong(hash), PartitionHash.ofBytes(bytes, 2, bytes.length - 2));
  }

  @ParameterizedTest
  @CsvSource({
    "00000000-0000-0000-0000-000000000000,24427445038037925",
    "11111111-1111-1111-1111-111111111111,5619216969848565148",
    "550e8400-e29b-41d4-a716-446655440000,1837617939103458761"
  })
  void hashesUuids(UUID key, String hash) {
    byte[] text = key.toString().getBytes(StandardCharsets.UTF_8);
    assertEquals(Long.parseUnsignedLong(hash), KeyType.UUID.hashText(text, 0, text.length));
  }
}
