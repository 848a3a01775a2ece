import type { PollOptions } from '@glasshouse/client/react/queries'
import {
  bonusOfferFromWire,
  depositAddressesFromWire,
  depositsFromWire,
  offeredChannelsFromWire,
  senderAddressesFromWire,
} from '@glasshouse/core/deposits/codec'
import { pageToWire } from '@glasshouse/core/wire/codec'
import { useDecodedCall, useDecodedPage } from './query.ts'

/** One page of the customer's deposits, the newest first. */
export const useDeposits = (page: number, pageSize: number, watch: PollOptions) =>
  useDecodedPage('/api/pay/myPay', pageToWire(page, pageSize), depositsFromWire, watch)

/** Online channels of this installation. */
export const useDepositChannels = () => useDecodedCall('/api/pay/payChannel', {}, offeredChannelsFromWire)

/** Networks that accept deposits, with the address to pay to. */
export const useDepositAddresses = () =>
  useDecodedCall('/api/pay/channelDigital', {}, depositAddressesFromWire)

/** Addresses that the customer paid from before, the latest first. */
export const useSenderAddresses = () => useDecodedCall('/api/pay/usualAddr', {}, senderAddressesFromWire)

/** The first-deposit bonus of the customer. */
export const useBonusOffer = () => useDecodedCall('/api/pay/bonusOffer', {}, bonusOfferFromWire)
