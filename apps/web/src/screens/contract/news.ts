import type { PrivateMessage } from '@glasshouse/core/markets/topics'

/** The order an event tells something new about: a fill or a close that nobody pressed a button for; else null. */
export const orderNotification = ({ e, data }: PrivateMessage): number | null => {
  const isNews = e === 'ENTRUSTED_TRANSACTION' || (e === 'CLOSE_LEVER_ORDER' && data.closeReason !== 'user')
  return isNews && typeof data.id === 'number' ? data.id : null
}
