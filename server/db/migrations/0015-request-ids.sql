-- By which request a delivery came to be as it is: the newest one that it covers. Its id is found in every log.

alter table deliveries add column request_id text;
alter table delivery_attempts add column request_id text;
