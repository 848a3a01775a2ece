-- The word a customer chose to recognize the product's letters by; it stands in every letter to that customer.
create table notifications_letter_word (
  uid bigint primary key,
  -- In clear: it gives no access, and letters carry it in clear.
  word text not null check (word <> '')
);
