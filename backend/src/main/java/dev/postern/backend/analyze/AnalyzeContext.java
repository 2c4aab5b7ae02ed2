package dev.postern.backend.analyze;

import dev.postern.backend.catalog.Catalog;
import dev.postern.backend.type.DisplayStyle;

/**
 * What analysis needs of the session.
 *
 * @param style how literals of dates and times are read
 * @param transformNullEquals the setting {@code transform_null_equals}
 */
public record AnalyzeContext(Catalog catalog, DisplayStyle style, boolean transformNullEquals) {
  public AnalyzeContext(Catalog catalog, DisplayStyle style) {
    this(catalog, style, false);
  }
}
