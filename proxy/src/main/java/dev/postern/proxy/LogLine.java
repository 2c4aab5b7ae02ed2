package dev.postern.proxy;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.LayoutBase;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/** One event of the log as text: time, severity, class, message, and an exception's stack. */
final class LogLine extends LayoutBase<ILoggingEvent> {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS").withZone(ZoneId.systemDefault());

  @Override
  public String doLayout(ILoggingEvent event) {
    String logger = event.getLoggerName();
    StringBuilder line = new StringBuilder(128);
    TIME.formatTo(Instant.ofEpochMilli(event.getTimeStamp()), line);
    line.append(' ').append(event.getLevel()).append(' ');
    line.append(logger, logger.lastIndexOf('.') + 1, logger.length());
    line.append(": ").append(event.getFormattedMessage()).append('\n');
    if (event.getThrowableProxy() != null) {
      line.append(ThrowableProxyUtil.asString(event.getThrowableProxy()));
    }
    return line.toString();
  }
}
