package dev.postern.backend.sql;

/** A statement: one of the families of the manual's SQL command reference. */
public sealed interface Statement extends Node
    permits SelectStatement,
        DataStatement,
        TableStatement,
        RelationStatement,
        ObjectStatement,
        DatabaseStatement,
        RoleStatement,
        TypeStatement,
        RoutineStatement,
        ExtensionStatement,
        ReplicationStatement,
        TransactionStatement,
        SettingStatement,
        SessionStatement,
        MaintenanceStatement {}
