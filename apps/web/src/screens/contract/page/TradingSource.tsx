import type { ContractWallet } from '@glasshouse/core/contracts/contractWallet'
import { memo, useLayoutEffect } from 'react'
import type { TradingData } from '../../../components/contract/tradingData.ts'
import { useTradingData } from '../../../components/contract/useTradingData.ts'

/** Passes the data of the signed-in user to the page, whose renderings do not render it again. Draws nothing. */
export default memo(function TradingSource({
  wallet,
  onData,
}: {
  wallet: ContractWallet
  onData: (data: TradingData) => void
}) {
  const data = useTradingData(wallet)
  useLayoutEffect(() => onData(data))
  return null
})
