/** Translates the account calls between the wire and the domain. */

/** Kind of address that `type` names on the wire: 1 phone, 2 e-mail. */
export const addressKindFromWire = (type: 1 | 2): 'phone' | 'email' => (type === 1 ? 'phone' : 'email')

/** Whether a code is requested to prove an address of the signed-in customer: purpose 3 on the wire. */
export const isAddressProof = (purpose: number): boolean => purpose === 3
