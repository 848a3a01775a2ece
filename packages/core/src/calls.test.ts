import { expect, it } from 'vitest'
import { z } from 'zod'
import { calls } from './calls.ts'
import type { CallSpec } from './wire/call.ts'

const all: readonly (readonly [string, CallSpec])[] = Object.entries(calls)
const ofCustomers = all.filter(([, { audience }]) => audience === 'user')

/** Customers' calls that move nothing and create nothing, or may be repeated without harm: signing out, marking as read. */
const repeatable = `
  /api/ai aiList aiStatus rule
  /api/community commentListSelf replyListSelf speechListSelf
  /api/contract account maxOrder myContractOrderList receipt
  /api/invest buyDetail financialDetail leadStatus myFinancial poolOrders summary
  /api/loan creditScore loanTerms myLoan
  /api/option orderList receipt
  /api/pay bonusOffer channelDigital myPay payChannel usualAddr withdrawQuote withdrawStatus withdrawalList
  /api/performance days equity export tradeLink trades
  /api/signin checkinReward onboard signInMsg
  /api/subscription mySubscription
  /api/task taskList
  /api/trust proof proofLines receipt receipts
  /api/user balanceTrail cashFlowTotalMoney childList coinWallet drawings exchangeReceipt export getuserinfo keys limits
  /api/user logout myBankCard noticeList noticeRead noticeSwitches passkeyOptions passkeys priceAlerts priceLog queryColdWallet
  /api/user queryKyc riskCheck sessions statement transferRecipient userCenter userInfo wallet`
  .trim()
  .split('\n')
  .flatMap((line) => {
    const [folder = '', ...names] = line.trim().split(' ')
    return names.map((name) => `${folder}/${name}`)
  })

it('every other call of customers declares that it changes something: no repeated signature, an idempotency key', () => {
  const undeclared = ofCustomers.filter(([, { changes }]) => changes !== true).map(([path]) => path)
  expect(undeclared.sort()).toEqual(repeatable.toSorted())
})

it('a call that changes something is not made with an API key that may only read', () => {
  const readable = ofCustomers.filter(([, spec]) => spec.changes === true && spec.apiKeyScope === 'read')
  // A ticket opens a stream, which tells and takes nothing.
  expect(readable.map(([path]) => path)).toEqual(['/api/common/wsTicket'])
})

it('every list takes any page: one number stands for all beyond the last', () => {
  for (const [path, { request }] of all.filter(([, spec]) => spec.list === true)) {
    const { pageNum } = (request as z.ZodObject).shape
    if (pageNum === undefined) throw new Error(`${path} has no pages`)
    const pages = [undefined, 1, 1000, 1001, '10000', 999_999_999_999]
    expect([path, ...pages.map((page) => z.parse(pageNum, page))]).toEqual([
      path,
      1,
      1,
      1000,
      1001,
      1001,
      1001,
    ])
    for (const page of [0, -1, 1.5, '1e9', 'x']) expect(z.safeParse(pageNum, page).success).toBe(false)
  }
})

it('a call that tells several rows is a list, which has pages', () => {
  for (const [path, { list, request }] of all.filter(([, spec]) => spec.list === true)) {
    const fields = 'shape' in request ? Object.keys(request.shape as object) : []
    expect([path, list, fields]).toEqual([path, true, expect.arrayContaining(['pageNum', 'pageSize'])])
  }
})
