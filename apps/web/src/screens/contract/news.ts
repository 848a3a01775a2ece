import type { PrivateMessage } from '@glasshouse/core/markets/topics'

/** Order id of an event to announce: a fill, or a close the user did not request; otherwise null. */
export const orderNotification = ({ e, data }: PrivateMessage): number | null => {
  const isNews = e === 'ENTRUSTED_TRANSACTION' || (e === 'CLOSE_LEVER_ORDER' && data.closeReason !== 'user')
  return isNews && typeof data.id === 'number' ? data.id : null
}
