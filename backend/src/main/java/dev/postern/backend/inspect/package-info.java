/**
 * Functions that read the catalogs: definitions, names, descriptions, privileges, sizes, settings
 * (manual section 9.27). They register like all others ({@link
 * dev.postern.backend.function.FunctionTopic}); their context is the session's {@link
 * dev.postern.backend.exec.ExecutionContext}, whose catalog is a {@link
 * dev.postern.backend.catalog.CatalogReader}. An engine adds {@link
 * dev.postern.backend.inspect.InspectTopics#all} to its functions.
 */
@NullMarked
package dev.postern.backend.inspect;

import org.jspecify.annotations.NullMarked;
