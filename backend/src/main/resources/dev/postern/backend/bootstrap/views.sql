-- pg_catalog.pg_group
SELECT rolname AS groname, oid AS grosysid, ARRAY(SELECT m.member FROM pg_catalog.pg_auth_members m WHERE m.roleid = a.oid) AS grolist FROM pg_catalog.pg_authid a WHERE NOT rolcanlogin
