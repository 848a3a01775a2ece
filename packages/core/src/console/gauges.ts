/** The product's own gauges on the health screen of the console, by their name at `/metrics`. */
export const gaugeNames = [
  'push_clients',
  'notifications_pending',
  'reviews_pending',
  'reviews_overdue',
  'reviews_oldest_seconds',
  'feed_connected',
  'market_stale',
  'clock_offset_known',
  'clock_offset_ms',
  'events_oldest_seconds',
  'events_dead',
  'jobs_dead',
  'notifications_oldest_seconds',
  'day_files_behind',
  'copy_dealing_oldest_seconds',
  'ledger_broken',
] as const
export type GaugeName = (typeof gaugeNames)[number]
