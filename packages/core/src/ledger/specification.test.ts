import { describe, expect, it } from 'vitest'
import { languages } from '../wire/languages.ts'
import { causeKinds, causeName, causeNames } from './causes.ts'
import { earnedTypes, ownPurposes, resultTypes } from './dayParts.ts'
import { journal } from './journal.ts'
import { journalNames, journalTypeName } from './names.ts'
import { accountsOfSource, counterpartyTypes, holdSources, journalWallets, trailSources } from './wallets.ts'

// The numbers and lists of the specification, written down a second time by hand: they are on the wire and never change.

/** Journal types: 1 deposit … 62 loan interest; 90 to 92 are of the operator and the house account. */
const specified: Readonly<Record<number, keyof typeof journal>> = {
  1: 'deposit',
  2: 'withdrawal',
  3: 'withdrawalReturned',
  4: 'withdrawalFee',
  5: 'ownTransfer',
  6: 'sentToUser',
  7: 'receivedFromUser',
  8: 'exchange',
  9: 'depositBonus',
  10: 'referralIncome1',
  11: 'referralIncome2',
  12: 'signIn',
  13: 'cumulativeSignIn',
  14: 'task',
  15: 'campaign',
  16: 'referralIncome3',
  17: 'firstPurchaseIncome1',
  18: 'firstPurchaseIncome2',
  19: 'firstPurchaseIncome3',
  20: 'investmentBought',
  21: 'investmentIncome',
  22: 'principalReturned',
  23: 'redemptionFee',
  24: 'experienceFund',
  25: 'leadFee',
  30: 'margin',
  31: 'contractProfit',
  32: 'contractFee',
  33: 'liquidation',
  40: 'optionStake',
  41: 'optionPayout',
  42: 'optionRefund',
  50: 'subscriptionPaid',
  51: 'subscriptionDelivered',
  52: 'subscriptionRefund',
  53: 'productSold',
  60: 'loanReceived',
  61: 'loanRepaid',
  62: 'loanInterest',
  90: 'operatorCapital',
  91: 'rounding',
  92: 'houseLevelled',
}

describe('the journal', () => {
  it('has the types of the specification under their numbers, and no other', () => {
    expect(Object.fromEntries(Object.entries(journal).map(([name, number]) => [number, name]))).toEqual(
      specified,
    )
  })

  it('names every type in every language, each type by its own name', () => {
    for (const lang of languages) {
      const names = Object.values(journal).map((type) => journalTypeName(type, lang))
      for (const name of names) expect(name.trim(), lang).toBe(name)
      expect(
        names.every((name) => name !== ''),
        lang,
      ).toBe(true)
      expect(Object.keys(journalNames[lang]).toSorted()).toEqual(Object.keys(journal).toSorted())
      if (lang !== 'en')
        expect(names).not.toEqual(Object.values(journal).map((type) => journalTypeName(type, 'en')))
    }
  })

  it('throws for a type that is none', () => {
    for (const type of [0, -1, 26, 34, 63, 93, 1.5, Number.NaN])
      expect(() => journalTypeName(type, 'en'), String(type)).toThrow(`unknown journal type ${type}`)
  })
})

describe('a cause', () => {
  it('has a name in every language, with its number where it has one', () => {
    for (const lang of languages) {
      expect(Object.keys(causeNames[lang]).toSorted()).toEqual([...causeKinds, 'unnamed'].toSorted())
      for (const kind of causeKinds) {
        const name = causeName(kind, 90_817, lang)
        expect([lang, kind, name.includes('{'), name.trim() === name, name === '']).toEqual([
          lang,
          kind,
          false,
          true,
          false,
        ])
        expect([lang, kind, name.includes('90817')]).toEqual([
          lang,
          kind,
          causeNames[lang][kind].includes('{id}'),
        ])
      }
    }
  })

  it('of an unknown kind has the general name, whatever the kind is called', () => {
    for (const kind of ['', 'unnamed', 'toString', '__proto__', 'constructor', 'test'])
      expect(causeName(kind, 5, 'en')).toBe(causeNames.en.unnamed.replace('{id}', '5'))
  })
})

describe('the wallets of the journal', () => {
  it('are six, and four holds are outside of them', () => {
    expect(journalWallets).toEqual(['wallet', 'contract', 'contract2', 'coin', 'bonus', 'experience'])
    expect(holdSources).toEqual(['optionStake', 'principal', 'experiencePrincipal', 'withdrawal'])
    expect(trailSources).toEqual([...journalWallets, ...holdSources])
  })

  it('cover every account of a customer exactly once: margin and order holds are inside the contract wallets', () => {
    const covered = trailSources.flatMap(accountsOfSource)
    expect(covered.toSorted()).toEqual(
      [
        ...[
          'wallet',
          'contract',
          'contractMargin',
          'contractHold',
          'contract2',
          'contract2Margin',
          'contract2Hold',
        ],
        ...['coin', 'bonus', 'experience', 'optionStake', 'principal', 'experiencePrincipal', 'withdrawal'],
      ].toSorted(),
    )
    expect(new Set(covered).size).toBe(covered.length)
    expect(accountsOfSource('wallet')).toEqual(['wallet'])
  })
})

describe('the parts of a day', () => {
  it('leave promotional credit out: bonus and trial funds are not the customer’s own money', () => {
    for (const promotional of ['bonus', 'experience', 'experiencePrincipal'] as const)
      expect(ownPurposes).not.toContain(promotional)
    expect(ownPurposes).toHaveLength(11)
  })

  it('are trading, earnings and all the rest, no type in two of them', () => {
    expect(resultTypes.filter((type) => earnedTypes.includes(type))).toEqual([])
    // What moves money in or out is neither result nor earning.
    for (const type of [
      journal.deposit,
      journal.withdrawal,
      journal.withdrawalReturned,
      journal.ownTransfer,
      journal.sentToUser,
      journal.receivedFromUser,
      journal.investmentBought,
      journal.principalReturned,
      journal.loanReceived,
      journal.loanRepaid,
    ])
      expect([...resultTypes, ...earnedTypes]).not.toContain(type)
    expect([...resultTypes].toSorted((a, b) => a - b)).toEqual([31, 32, 33, 40, 41, 42])
    expect([...earnedTypes].toSorted((a, b) => a - b)).toEqual([
      10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 23, 25, 62,
    ])
  })

  it('another customer is behind what was sent, received or earned by referral', () => {
    expect([...counterpartyTypes].toSorted((a, b) => a - b)).toEqual([6, 7, 10, 11, 16, 17, 18, 19])
  })
})
