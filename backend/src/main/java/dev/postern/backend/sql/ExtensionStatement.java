package dev.postern.backend.sql;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Extensions, access methods and foreign data. */
public sealed interface ExtensionStatement extends Statement {
  /** Option names: schema, new_version, cascade. */
  record CreateExtensionStatement(
      int position, boolean ifNotExists, String name, List<Option> options)
      implements ExtensionStatement {}

  /** {@code ALTER EXTENSION name UPDATE TO version}. */
  record AlterExtensionStatement(int position, String name, List<Option> options)
      implements ExtensionStatement {}

  /** {@code ALTER EXTENSION name ADD | DROP object}. */
  record AlterExtensionContentsStatement(
      int position, String name, boolean add, ObjectType objectType, ObjectReference object)
      implements ExtensionStatement {}

  record CreateAccessMethodStatement(
      int position, String name, boolean index, QualifiedName handler)
      implements ExtensionStatement {}

  /** {@code HANDLER f}, {@code NO HANDLER}, {@code VALIDATOR f}, {@code NO VALIDATOR}. */
  record WrapperFunction(boolean validator, @Nullable QualifiedName function) {}

  record CreateForeignDataWrapperStatement(
      int position, String name, List<WrapperFunction> functions, List<Option> options)
      implements ExtensionStatement {}

  record AlterForeignDataWrapperStatement(
      int position, String name, List<WrapperFunction> functions, List<Option> options)
      implements ExtensionStatement {}

  record CreateServerStatement(
      int position,
      boolean ifNotExists,
      String name,
      @Nullable String type,
      @Nullable String version,
      String wrapper,
      List<Option> options)
      implements ExtensionStatement {}

  /** {@code hasVersion} with a null version: {@code VERSION NULL}. */
  record AlterServerStatement(
      int position, String name, boolean hasVersion, @Nullable String version, List<Option> options)
      implements ExtensionStatement {}

  record CreateUserMappingStatement(
      int position, boolean ifNotExists, RoleName role, String server, List<Option> options)
      implements ExtensionStatement {}

  record AlterUserMappingStatement(int position, RoleName role, String server, List<Option> options)
      implements ExtensionStatement {}

  record DropUserMappingStatement(int position, boolean ifExists, RoleName role, String server)
      implements ExtensionStatement {}

  /** Which tables IMPORT FOREIGN SCHEMA takes. */
  enum ImportFilter {
    ALL,
    LIMIT_TO,
    EXCEPT
  }

  record ImportForeignSchemaStatement(
      int position,
      String remoteSchema,
      ImportFilter filter,
      List<QualifiedName> tables,
      String server,
      String localSchema,
      List<Option> options)
      implements ExtensionStatement {}
}
