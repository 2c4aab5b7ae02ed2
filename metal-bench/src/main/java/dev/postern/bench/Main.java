package dev.postern.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code metal-bench}. */
@Command(name = "metal-bench", subcommands = Main.Run.class, mixinStandardHelpOptions = true)
public final class Main {
  private Main() {}

  public static void main(String[] arguments) {
    System.exit(new CommandLine(new Main()).execute(arguments));
  }

  /** {@code metal-bench run}. */
  @Command(
      name = "run",
      mixinStandardHelpOptions = true,
      description = "Counts the allocations of decode, statement cache and route.")
  static final class Run implements Callable<Integer> {
    @Option(names = "--forks", description = "JVMs per operation (default: ${DEFAULT-VALUE}).")
    private int forks = 2;

    @Option(names = "--out", description = "Folder for results.json and results.md.")
    private Path out = Path.of("metal-bench/target/results");

    @Override
    public Integer call() throws IOException, InterruptedException {
      List<Measurement> measurements = new ArrayList<>();
      for (Shape shape : Shape.values()) {
        measurements.add(measure(shape, forks));
      }
      String markdown = markdown(measurements);
      Files.createDirectories(out);
      Files.writeString(out.resolve("results.md"), markdown);
      Files.writeString(out.resolve("results.json"), json(measurements));
      System.out.print(markdown);
      return measurements.stream().allMatch(Measurement::isExact) ? 0 : 2;
    }
  }

  static Measurement measure(Shape shape, int forks) throws IOException, InterruptedException {
    List<Double> allocations = new ArrayList<>();
    List<Double> bytes = new ArrayList<>();
    for (int i = 0; i < forks; i++) {
      String[] figures = fork(shape).split(" ", 2);
      allocations.add(Double.valueOf(figures[0]));
      bytes.add(Double.valueOf(figures[1]));
    }
    return new Measurement("extended_cached", shape.label(), allocations, bytes);
  }

  /** Runs one fork and gives its line. */
  private static String fork(Shape shape) throws IOException, InterruptedException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-Xms512m",
            "-Xmx512m",
            "-Xmn256m",
            // Compiled code is waited for: without this the compiler's decisions vary with time.
            "-Xbatch",
            "-XX:ActiveProcessorCount=2",
            "-XX:-UsePerfData",
            "-XX:+UseCompactObjectHeaders",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-cp",
            System.getProperty("java.class.path"),
            Fork.class.getName(),
            shape.label());
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String line;
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      line = reader.readLine();
    }
    int exit = process.waitFor();
    if (exit != 0 || line == null) {
      throw new IOException("the fork for " + shape.label() + " ended with code " + exit);
    }
    return line;
  }

  static String json(List<Measurement> measurements) {
    return "[" + String.join(",\n ", measurements.stream().map(Measurement::json).toList()) + "]\n";
  }

  static String markdown(List<Measurement> measurements) {
    StringBuilder table =
        new StringBuilder("| group | shape | allocations/op | bytes/op | repeatability |\n");
    table.append("|---|---|---|---|---|\n");
    measurements.forEach(measurement -> table.append(measurement.markdown()).append('\n'));
    return table.toString();
  }
}
