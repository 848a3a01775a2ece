import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readSettings } from '../../platform/settings/index.ts'
import { type Gateway, gatewayConfig, readInvoice, readRate, requestInvoice } from './client.ts'

// A gateway that answers wrongly. What is unclear fails, so that it is asked again; nothing is guessed.

type Request = {
  readonly method: string
  readonly path: string
  readonly auth: string
  readonly body: string
}
let requests: Request[] = []
let answers: Record<string, unknown> = {}
let server: Server
let gateway: Gateway
const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let body = ''
  for await (const part of request) body += String(part)
  return body
}
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const path = request.url ?? ''
    const { method = '', headers } = request
    requests.push({ method, path, auth: headers.authorization ?? '', body: await bodyOf(request) })
    const found = answers[`${method} ${path.replace('/api/v1/stores/my%20store', '')}`]
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(typeof found === 'string' ? found : JSON.stringify(found ?? null))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  gateway = { url, store: 'my store', key: 'k', webhookSecret: 's' }
})
afterAll(() => new Promise<void>((resolve) => void server.close(() => resolve())))
beforeEach(() => {
  requests = []
  answers = {
    'POST /invoices': invoice(),
    'GET /invoices/i1': invoice(),
    'GET /invoices/i1/payment-methods': [method()],
    'GET /rates?currencyPair=BTC_USD': [{ currencyPair: 'BTC_USD', rate: '60000.5' }],
  }
})

const invoice = (change: object = {}) => ({
  id: 'i1',
  checkoutLink: 'https://pay.example.com/i/i1',
  amount: '640.00',
  status: 'New',
  additionalStatus: 'None',
  expirationTime: 1_700_000_900,
  monitoringExpiration: 1_700_087_300,
  ...change,
})
const payment = (change: object = {}) => ({
  id: 'p1',
  value: '0.01',
  status: 'Settled',
  receivedDate: 1_700_000_100.25,
  ...change,
})
const method = (change: object = {}) => ({
  paymentMethodId: 'BTC-CHAIN',
  rate: '64000.00',
  payments: [payment()],
  ...change,
})
const create = () =>
  requestInvoice(gateway, { amount: '640.00', currency: 'USD', lang: 'en', returnUrl: 'https://x/journal' })

describe('creating an invoice', () => {
  it('names amount, currency, language and where to return to, with the key of the API', async () => {
    expect(await create()).toEqual({
      id: 'i1',
      checkoutUrl: 'https://pay.example.com/i/i1',
      amount: '640.00',
      state: 'New',
      why: 'None',
      expiresMs: 1_700_000_900_000,
      watchedMs: 1_700_087_300_000,
    })
    const [{ method: verb, path, auth, body } = { method: '', path: '', auth: '', body: '{}' }] = requests
    expect([verb, path, auth]).toEqual(['POST', '/api/v1/stores/my%20store/invoices', 'token k'])
    expect(JSON.parse(body)).toEqual({
      amount: '640.00',
      currency: 'USD',
      checkout: { defaultLanguage: 'en', redirectURL: 'https://x/journal' },
    })
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example', '', 'ftp://x', ' https://x'])(
    'opens no page at %j for a customer',
    async (checkoutLink) => {
      answers['POST /invoices'] = invoice({ checkoutLink })
      await expect(create()).rejects.toThrow('no page to pay at')
    },
  )
})

describe('reading an invoice', () => {
  const read = () => readInvoice(gateway, 'i1')
  it('lists the payments of every method, each with its rate and the instant it was seen', async () => {
    const lightning = { paymentMethod: 'BTC_LightningLike', rate: '63999', payments: [payment({ id: 'p2' })] }
    answers['GET /invoices/i1/payment-methods'] = [method(), lightning, method({ payments: [] })]
    expect((await read()).payments).toEqual([
      {
        id: 'p1',
        method: 'BTC-CHAIN',
        value: '0.01',
        rate: '64000.00',
        state: 'Settled',
        receivedMs: 1_700_000_100_250,
      },
      {
        id: 'p2',
        method: 'BTC_LightningLike',
        value: '0.01',
        rate: '63999',
        state: 'Settled',
        receivedMs: 1_700_000_100_250,
      },
    ])
  })

  it('of another invoice fails: its payments belong to another customer', async () => {
    answers['GET /invoices/i1'] = invoice({ id: 'i2' })
    await expect(read()).rejects.toThrow('another invoice')
  })

  it.each([
    ['no state', 'GET /invoices/i1', invoice({ status: undefined })],
    ['an amount that is a number', 'GET /invoices/i1', invoice({ amount: 640 })],
    ['no expiry', 'GET /invoices/i1', invoice({ expirationTime: null })],
    ['methods that are no list', 'GET /invoices/i1/payment-methods', {}],
    [
      'a payment without an id',
      'GET /invoices/i1/payment-methods',
      [method({ payments: [payment({ id: '' })] })],
    ],
    [
      'a value that is a number',
      'GET /invoices/i1/payment-methods',
      [method({ payments: [payment({ value: 1 })] })],
    ],
    ['a method without a rate', 'GET /invoices/i1/payment-methods', [method({ rate: undefined })]],
    ['text', 'GET /invoices/i1', 'Bad gateway'],
    ['nothing', 'GET /invoices/i1', undefined],
  ])('with %s fails', async (_what, call, answer) => {
    if (answer === undefined) delete answers[call]
    else answers[call] = answer
    await expect(read()).rejects.toThrow()
  })

  it('asks for the id as one part of the path, whatever is in it', async () => {
    await expect(readInvoice(gateway, '../../users/me?x=1')).rejects.toThrow()
    expect(requests[0]?.path).toBe('/api/v1/stores/my%20store/invoices/..%2F..%2Fusers%2Fme%3Fx%3D1')
  })
})

describe('reading a rate', () => {
  const read = (way = 'BTC-CHAIN') => readRate(gateway, way, 'USD')
  it('is of the coin of the method, as text or number', async () => {
    expect(await read()).toBe('60000.5')
    expect(await read('BTC')).toBe('60000.5')
    expect(await read('BTC_LightningLike')).toBe('60000.5')
    answers['GET /rates?currencyPair=BTC_USD'] = [{ currencyPair: 'BTC_USD', rate: 60000.5 }]
    expect(await read()).toBe('60000.5')
  })

  it.each([
    ['none', []],
    ['of another pair', [{ currencyPair: 'ETH_USD', rate: '3000' }]],
    ['null', [{ currencyPair: 'BTC_USD', rate: null }]],
    ['left out', [{ currencyPair: 'BTC_USD' }]],
  ])('that is %s fails', async (_what, rates) => {
    answers['GET /rates?currencyPair=BTC_USD'] = rates
    await expect(read()).rejects.toThrow('no rate for BTC_USD')
  })
})

describe('a gateway is configured', () => {
  const settings = {
    ...readSettings({}),
    MODE: 'live' as const,
    BTCPAY_URL: 'https://pay.example.com',
    BTCPAY_STORE: 'store',
    BTCPAY_KEY: 'key',
    BTCPAY_WEBHOOK_SECRET: 'secret',
  }
  it('in live mode with all of its settings', () => {
    expect(gatewayConfig(settings)).toEqual({
      url: 'https://pay.example.com',
      store: 'store',
      key: 'key',
      webhookSecret: 'secret',
    })
  })

  it.each(['BTCPAY_URL', 'BTCPAY_STORE', 'BTCPAY_KEY', 'BTCPAY_WEBHOOK_SECRET'] as const)(
    'not without %s',
    (name) => {
      expect(gatewayConfig({ ...settings, [name]: undefined })).toBeNull()
    },
  )

  it('never in practice mode', () => {
    expect(gatewayConfig({ ...settings, MODE: 'practice' })).toBeNull()
  })
})
