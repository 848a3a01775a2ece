#!/bin/sh
# Tells the others the name of this container, which is the same after a restart.
set -eu
export PATRONI_RESTAPI_CONNECT_ADDRESS="$PATRONI_NAME:8008" PATRONI_POSTGRESQL_CONNECT_ADDRESS="$PATRONI_NAME:5432"
exec patroni /etc/patroni.yml
