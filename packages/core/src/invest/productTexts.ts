/** What a product says of itself besides its figures. */

/** Texts that the operator writes, per language. */
export const textNames = ['source', 'risk', 'remark', 'introduction'] as const
export type TextName = (typeof textNames)[number]

/** Claims that a product can make; each is shown only together with its source. */
export const claimNames = ['agency', 'custodian', 'supervision', 'security'] as const
export type ClaimName = (typeof claimNames)[number]

/** A claim with the https address that shows it. */
export type Claim = { readonly text: string; readonly source: string }

/** Texts by language and name. */
export type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>
/** Claims by name. */
export type Claims = Readonly<Record<string, Claim>>

/** All texts of a product in the language of the reader; empty where there is none. */
export type ProductTexts = {
  readonly repayment: string
  readonly settlement: string
  /** How the fixed cycles pay. */
  readonly fixed: string
  /** How the compound cycles pay. */
  readonly compound: string
  readonly referral: string
  /** Where the interest comes from. */
  readonly source: string
  readonly risk: string
  readonly remark: string
  readonly introduction: string
  readonly claims: Readonly<Partial<Record<ClaimName, Claim>>>
}
