-- Every kind of content; the closed set with its fields is in core/content/records.ts.
alter table content_record drop constraint content_record_kind_check;
alter table content_record add constraint content_record_kind_check check (
  kind in (
    'news', 'faq', 'banner', 'nav', 'homeMsg', 'about', 'product', 'task', 'signinRule', 'country', 'aiRule', 'campaign',
    'plan', 'team', 'certificate'
  )
);
