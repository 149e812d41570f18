-- One index for every look-up of the register: the UPRN, the postcode or the sector that an entry may cover. A sale is
-- written only if no entry shares one of these with its door, or after the entries that do were compared.
create index do_not_knock_places on do_not_knock using gin ((array[
  'uprn ' || uprn::text, split_part(address_key, '|', 1), split_part(street_key, '|', 1)
] || string_to_array(postcodes, ' '))) where lifted_at is null;
drop index do_not_knock_by_uprn, do_not_knock_by_address, do_not_knock_by_street, do_not_knock_by_postcode;
