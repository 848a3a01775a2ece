-- Tiers of AI orders are content that managers edit; these three are offered until somebody changes them.
insert into content_record (kind, published, position, texts, fields, created_ms, updated_ms, staff_id)
select 'aiRule', true, place, '{}', jsonb_build_object(
    'minprice', minprice, 'maxprice', maxprice, 'maxtimes', maxtimes, 'multiple', multiple
  ), 1795219200000, 1795219200000, null
from (values
  (1, '100', '999.99999999', '1,2,3', '2,5'),
  (2, '1000', '9999.99999999', '1,2,3,5', '2,5,10'),
  (3, '10000', '100000', '1,2,3,5,10', '2,5,10,20')
) as tier (place, minprice, maxprice, maxtimes, multiple);
