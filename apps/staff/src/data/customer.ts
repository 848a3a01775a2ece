import { customerDetailFromWire } from '@glasshouse/core/staff/customers/codec'
import { useDecodedCall } from './query.ts'

/** The page of a customer; without a customer nothing is asked. */
export const useCustomerDetail = (uid: number | null) =>
  useDecodedCall('/staff/api/userDetail', { uid: uid ?? 1 }, customerDetailFromWire, { off: uid === null })

/** A customer's page as it loads. */
export type CustomerDetailState = ReturnType<typeof useCustomerDetail>
