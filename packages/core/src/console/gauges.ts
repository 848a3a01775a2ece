/** Every gauge of the product's own that the health screen of the console shows, by its name at `/metrics`. */
export const gaugeNames = [
  'push_clients',
  'notifications_pending',
  'reviews_pending',
  'reviews_overdue',
] as const
export type GaugeName = (typeof gaugeNames)[number]
