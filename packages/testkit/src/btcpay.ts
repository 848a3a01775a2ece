import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Status of a plan by which the connection ends without an answer. */
const noAnswer = 0

/** A payment in the shape of the Greenfield API. */
export type FakePayment = {
  id: string
  value: string
  status: 'Processing' | 'Settled' | 'Invalid'
  /** When it is said to have arrived, epoch milliseconds; the clock's time by default. */
  receivedMs?: number
}

export type FakeInvoice = {
  readonly id: string
  readonly amount: string
  readonly currency: string
  readonly checkout: unknown
  status: 'New' | 'Processing' | 'Settled' | 'Expired' | 'Invalid'
  additionalStatus: 'None' | 'PaidLate' | 'PaidPartial' | 'Marked' | 'Invalid' | 'PaidOver'
  rate: string
  readonly payments: FakePayment[]
}

/** A server on loopback that answers as BTCPay Server documents it, with invoices the test pays. */
export type FakeBtcpay = {
  readonly url: string
  readonly settings: Readonly<
    Record<'BTCPAY_URL' | 'BTCPAY_STORE' | 'BTCPAY_KEY' | 'BTCPAY_WEBHOOK_SECRET', string>
  >
  readonly invoices: Map<string, FakeInvoice>
  /** Status of the next answers; 0 closes the connection. `rate` is the present one of BTC in USD; null: none. */
  readonly plan: { status: number; rate: string | null }
  /** A signed call about an invoice, as it would send it. */
  readonly call: (
    invoiceId: string,
    type: string,
    deliveryId: string,
    more?: object,
  ) => { body: string; signature: string }
  readonly close: () => Promise<void>
}

const seconds = (ms: number): number => Math.floor(ms / 1000)

const secret = 'the secret of the webhook'

/** Signs a body as the webhook does. */
export const signedByBtcpay = (body: string, key = secret): string =>
  `sha256=${createHmac('sha256', key).update(body).digest('hex')}`

/** Starts the server on a port of its own; `now` is the clock of its invoices, which live fifteen minutes. */
export const openBtcpay = async (now: () => number): Promise<FakeBtcpay> => {
  const invoices = new Map<string, FakeInvoice>()
  const made = new Map<string, number>()
  const plan: { status: number; rate: string | null } = { status: 200, rate: '60000' }
  const key = 'a key of the API'
  const base = '/api/v1/stores/store%201/invoices'
  const shown = ({ id, amount, currency, status, additionalStatus }: FakeInvoice) => ({
    id,
    storeId: 'store 1',
    amount,
    currency,
    type: 'Standard',
    checkoutLink: `${url()}/i/${id}`,
    createdTime: seconds(made.get(id) ?? 0),
    expirationTime: seconds((made.get(id) ?? 0) + 15 * 60_000),
    monitoringExpiration: seconds((made.get(id) ?? 0) + 15 * 60_000 + 86_400_000),
    status,
    additionalStatus,
    availableStatusesForManualMarking: ['Settled', 'Invalid'],
    archived: false,
  })
  const methodsOf = ({ rate, payments }: FakeInvoice) => [
    {
      paymentMethodId: 'BTC-CHAIN',
      currency: 'BTC',
      destination: 'bc1q',
      rate,
      activated: true,
      payments: payments.map(({ receivedMs, ...payment }) => ({
        ...payment,
        receivedDate: seconds(receivedMs ?? 0),
        fee: '0',
        destination: 'bc1q',
      })),
    },
    { paymentMethodId: 'BTC-LN', currency: 'BTC', destination: '', rate, activated: false, payments: [] },
  ]
  const create = (body: { amount: string; currency: string; checkout: unknown }): FakeInvoice => {
    const id = `invoice${invoices.size + 1}`
    const invoice: FakeInvoice = {
      id,
      ...body,
      status: 'New',
      additionalStatus: 'None',
      rate: '64000.00',
      payments: [],
    }
    invoices.set(id, invoice)
    made.set(id, now())
    return invoice
  }
  const answer = (method: string, path: string, body: string): unknown => {
    if (method === 'GET' && path === '/api/v1/stores/store%201/rates?currencyPair=BTC_USD')
      return [{ currencyPair: 'BTC_USD', errors: [], rate: plan.rate }]
    if (method === 'POST' && path === base) return shown(create(JSON.parse(body)))
    const [, id = '', rest] =
      /^\/api\/v1\/stores\/store%201\/invoices\/([^/]+)(\/payment-methods)?$/.exec(path) ?? []
    const invoice = invoices.get(id)
    if (method !== 'GET' || invoice === undefined) return null
    return rest === undefined ? shown(invoice) : methodsOf(invoice)
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (plan.status === noAnswer) return void response.destroy()
      const isKnown = request.headers.authorization === `token ${key}`
      const said =
        plan.status === 200 && isKnown
          ? answer(request.method ?? '', request.url ?? '', Buffer.concat(chunks).toString('utf8'))
          : null
      const status = !isKnown ? 401 : plan.status !== 200 ? plan.status : said === null ? 404 : 200
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said))
    })
  })
  const url = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: url(),
    settings: { BTCPAY_URL: url(), BTCPAY_STORE: 'store 1', BTCPAY_KEY: key, BTCPAY_WEBHOOK_SECRET: secret },
    invoices,
    plan,
    call: (invoiceId, type, deliveryId, more = {}) => {
      const event = { deliveryId, webhookId: 'w', originalDeliveryId: deliveryId, isRedelivery: false, type }
      const body = JSON.stringify({
        ...event,
        timestamp: seconds(now()),
        storeId: 'store 1',
        invoiceId,
        ...more,
      })
      return { body, signature: signedByBtcpay(body) }
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
