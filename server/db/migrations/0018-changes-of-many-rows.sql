-- A session keeps the plans of a function, also those that were made for a statement of one row; nested loops would
-- take a statement of many rows with the square of their number.
alter function record_lead_changes() set enable_nestloop = off;
alter function record_opportunity_changes() set enable_nestloop = off;
