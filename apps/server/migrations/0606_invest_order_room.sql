-- A midnight changes every row of a page in one transaction: with room for all of them again on the page no index is touched.
alter table invest_order set (fillfactor = 40);
