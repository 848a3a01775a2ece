/** Translates the staff calls between the wire and the domain. */
import type { DataOf } from '../calls.ts'

type OpenProposal = DataOf<'/staff/api/proposalList'>[number]

/** A request that waits for a second manager; `payload` holds the fields of the call. */
export type OpenApprovalRequest = Omit<OpenProposal, 'wish'> & { readonly payload: OpenProposal['wish'] }

/** Spells an approval request as on the wire, where the fields of the call are `wish`. */
export const approvalRequestToWire = ({ payload, ...request }: OpenApprovalRequest): OpenProposal => ({
  ...request,
  wish: payload,
})

/** The reverse of `approvalRequestToWire`. */
export const approvalRequestFromWire = ({ wish, ...request }: OpenProposal): OpenApprovalRequest => ({
  ...request,
  payload: wish,
})
