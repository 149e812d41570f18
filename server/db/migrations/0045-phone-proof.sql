-- What only a phone itself knows, so that no other browser can be enrolled under its identity.
alter table phones add column proof_sha256 bytea;
