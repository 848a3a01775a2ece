/** The product's own gauges on the health screen of the console, by their name at `/metrics`. */
export const gaugeNames = [
  'push_clients',
  'notifications_pending',
  'reviews_pending',
  'reviews_overdue',
] as const
export type GaugeName = (typeof gaugeNames)[number]
