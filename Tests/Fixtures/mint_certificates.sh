#!/bin/sh
# Mints an authority and certificates that it signed, right and wrong ones, into the folder $1.
set -eu
cd "$1"

key() { openssl ecparam -name prime256v1 -genkey -noout -out "$1.key"; }

# leaf NAME SUBJECT EXTENSIONS DAYS
leaf() {
    key "$1"
    openssl req -new -key "$1.key" -subj "/CN=$2" -out "$1.csr"
    printf '%s\n' "$3" >"$1.ext"
    openssl x509 -req -in "$1.csr" -CA ca.pem -CAkey ca.key -CAcreateserial -days "$4" -extfile "$1.ext" -out "$1.pem"
}

key ca
openssl req -x509 -new -key ca.key -subj "/CN=Accord's test authority" -days 2 -out ca.pem
leaf good localhost "subjectAltName=IP:127.0.0.1,DNS:accord.test" 2
leaf expired localhost "subjectAltName=IP:127.0.0.1" -1
leaf other other.example "subjectAltName=DNS:other.example" 2
leaf client "a client" "extendedKeyUsage=clientAuth" 2
