\i :tables
\echo === ~d
\d
\echo === ~d customer
\d customer
\echo === ~d orders
\d orders
\echo === ~d line
\d line
\echo === ~d shop.item
\d shop.item
\echo === ~d scratch
\d scratch
\echo === ~d big_orders
\d big_orders
\echo === ~d counter
\d counter
\echo === ~d customer_id_seq
\d customer_id_seq
\echo === ~d orders_id_seq
\d orders_id_seq
\echo === ~d orders_by_customer
\d orders_by_customer
\echo === ~d customer_born
\d customer_born
\echo === ~d customer_lower
\d customer_lower
\echo === ~d orders_partial
\d orders_partial
\echo === ~d+
\d+
\echo === ~d+ customer
\d+ customer
\echo === ~d+ orders
\d+ orders
\echo === ~d+ line
\d+ line
\echo === ~d+ counter
\d+ counter
\echo === ~d nothing
\d nothing
\echo === ~d cust*
\d cust*
\echo === ~dt
\dt
\echo === ~dt+
\dt+
\echo === ~dt shop.*
\dt shop.*
\echo === ~dt *.item
\dt *.item
\echo === ~di
\di
\echo === ~di+
\di+
\echo === ~dv
\dv
\echo === ~dv+
\dv+
\echo === ~ds
\ds
\echo === ~ds+
\ds+
\echo === ~dm
\dm
\echo === ~dE
\dE
\echo === ~dn
\dn
\echo === ~dn+
\dn+
\echo === ~df
\df
\echo === ~df+ length
\df+ length
\echo === ~df pg_catalog.lower
\df pg_catalog.lower
\echo === ~da sum
\da sum
\echo === ~do pg_catalog.=
\do pg_catalog.=
\echo === ~dT
\dT
\echo === ~dT+
\dT+
\echo === ~dT+ mood
\dT+ mood
\echo === ~dD
\dD
\echo === ~dD+
\dD+
\echo === ~dy
\dy
\echo === ~dx
\dx
\echo === ~dc
\dc
\echo === ~dC
\dC
\echo === ~dd
\dd
\echo === ~db
\db
\echo === ~dp
\dp
\echo === ~dp shop.*
\dp shop.*
\echo === ~z customer
\z customer
\echo === ~ddp
\ddp
\echo === ~du
\du
\echo === ~du+
\du+
\echo === ~dg
\dg
\echo === ~drds
\drds
\echo === ~drg
\drg
\echo === ~dO
\dO
\echo === ~dL
\dL
\echo === ~dL+
\dL+
\echo === ~dA
\dA
\echo === ~dA+
\dA+
\echo === ~dAc btree
\dAc btree
\echo === ~dP
\dP
\echo === ~dRp
\dRp
\echo === ~dRs
\dRs
\echo === ~dF
\dF
\echo === ~dFd
\dFd
\echo === ~dew
\dew
\echo === ~des
\des
\echo === ~deu
\deu
\echo === ~det
\det
\echo === ~dX
\dX
\echo === ~sf lower(text)
\sf lower(text)
\echo === ~x
\x
\echo === ~dt
\dt
\echo === ~x
\x
\echo === ~encoding
\encoding
\echo === ~copy customer (id, name) to stdout
\copy customer (id, name) to stdout
\echo === ~copy customer (id, name) to stdout with (format csv, header)
\copy customer (id, name) to stdout with (format csv, header)
\echo === SELECT 1 AS a ~gdesc
SELECT 1 AS a \gdesc
\echo === SELECT ~x~ AS a, 2 AS b ~gset
SELECT 'x' AS a, 2 AS b \gset
\echo === ~echo :a :b
\echo :a :b
\echo === ~dconfig work_mem
\dconfig work_mem
\echo === ~lo_list
\lo_list
SELECT * FROM customer;
