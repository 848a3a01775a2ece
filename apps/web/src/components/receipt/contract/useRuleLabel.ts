import { useTranslation } from '../../../i18n/useTranslation.ts'

const rules = [
  'marketBuyAtAsk',
  'marketSellAtBid',
  'limitBuyAtAsk',
  'limitSellAtBid',
  'triggerBuyAtAsk',
  'triggerSellAtBid',
  'placedBuy',
  'placedSell',
  'placedBuyRises',
  'placedBuyFalls',
  'placedSellRises',
  'placedSellFalls',
  'amendedBuy',
  'amendedSell',
  'amendedBuyRises',
  'amendedBuyFalls',
  'amendedSellRises',
  'amendedSellFalls',
  'amendedReached',
  'revokedByUser',
  'revokedNoMargin',
  'revokedNoReserve',
  'revokedTooLarge',
  'revokedForLoss',
  'revokedOwnLimit',
  'revokedNotAllowed',
  'revokedForLock',
  'revokedSuspended',
  'revokedExpired',
  'revokedStops',
  'stopProfitSet',
  'stopProfitCleared',
  'stopLossSet',
  'stopLossCleared',
  'trailingStopSet',
  'trailingStopCleared',
  'closingOrderSet',
  'closingOrderCleared',
  'stopProfitBuyAtAsk',
  'stopProfitSellAtBid',
  'stopLossBuyAtAsk',
  'stopLossSellAtBid',
  'trailingStopBuyAtAsk',
  'trailingStopSellAtBid',
  'closingOrderBuyAtAsk',
  'closingOrderSellAtBid',
  'closeOutBuyAtAsk',
  'closeOutSellAtBid',
  'copyBuyAtAsk',
  'copySellAtBid',
  'dealingBuyAtAsk',
  'dealingSellAtBid',
] as const

/** Label of a rule in the user's language; an unknown rule is shown by its key. */
export const useRuleLabel = (): ((rule: string) => string) => {
  const { t } = useTranslation('contract')
  return (rule) => {
    const known = rules.find((name) => name === rule)
    return known ? t(`receipt.rules.${known}`) : rule
  }
}
