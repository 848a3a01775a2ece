#!/bin/sh
# Runs once, on the first primary: the database, the role that owns it and the role the product works as.
set -eu
psql -v ON_ERROR_STOP=1 -v owner="$OWNER_PASSWORD" -v product="$PRODUCT_PASSWORD" "$1" <<'SQL'
create role glasshouse login password :'owner';
create role glasshouse_product login password :'product';
create database glasshouse owner glasshouse;
SQL
