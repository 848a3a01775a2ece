import { useTranslation } from '../../../i18n/useTranslation.ts'

const rules = [
  'marketBuyAtAsk',
  'marketSellAtBid',
  'limitBuyAtAsk',
  'limitSellAtBid',
  'placedBuy',
  'placedSell',
  'revokedByUser',
  'revokedNoMargin',
  'revokedNoReserve',
  'revokedTooLarge',
  'revokedForLoss',
  'revokedOwnLimit',
  'revokedNotAllowed',
  'stopProfitSet',
  'stopProfitCleared',
  'stopLossSet',
  'stopLossCleared',
  'stopProfitBuyAtAsk',
  'stopProfitSellAtBid',
  'stopLossBuyAtAsk',
  'stopLossSellAtBid',
  'closeOutBuyAtAsk',
  'closeOutSellAtBid',
] as const

/** The rule's name in the reader's language; a rule this page does not know keeps its own name. */
export const useRuleLabel = (): ((rule: string) => string) => {
  const { t } = useTranslation('contract')
  return (rule) => {
    const known = rules.find((one) => one === rule)
    return known ? t(`receipt.rules.${known}`) : rule
  }
}
