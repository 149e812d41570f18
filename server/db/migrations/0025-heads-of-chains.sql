-- `verify` looks for the event that a document's statement names as the head of its chain.
create index evidence_events_by_hash on evidence_events (hash);
