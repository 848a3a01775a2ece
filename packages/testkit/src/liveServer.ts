import { HDKey } from '@scure/bip32'
import { generateSync } from 'otplib'
import { openBucket } from './bucket.ts'
import type { TestDatabase } from './database.ts'
import { type EvmChain, hasEvmChain, openEvmChain } from './evmChain.ts'
import { scriptedPrice } from './exchange/scriptedPrice.ts'
import { startExchange } from './exchange/server.ts'
import { type MailServer, openMailServer } from './mailServer.ts'
import { waitUntil } from './manualFeed.ts'
import { startTestServer, type TestServer } from './testServer.ts'
import { openTronNode, type TronNode } from './tronNode.ts'
import { openWebhook } from './webhook.ts'

/** Everything a live house stands on, for real and on this machine. */
export type LiveDeps = {
  /** The settings that name it. */
  readonly settings: Readonly<Record<string, string>>
  readonly mail: MailServer
  /** The names of what lies in the store of pictures. */
  readonly pictures: () => readonly string[]
  readonly tron: TronNode
  /** Null where the chain's program does not exist for this platform. */
  readonly evm: EvmChain | null
  readonly close: () => Promise<void>
}

const addressOf = (fill: string): string => fill.repeat(20)
/** The token that counts on TRON, as the chain writes it in a receipt and as people do. */
export const tronToken = { hex: addressOf('01'), text: 'TA4Wt1DUCqz6YegbnsmqsWC5uUfbdBqPxm' } as const

/** Starts an exchange, a mail server, a gateway to phones, a store of pictures and the chains there are. */
export const startLiveDeps = async (database: TestDatabase): Promise<LiveDeps> => {
  const market = scriptedPrice('BTCUSDT', 6_500_000)
  const [exchange, mail, phones, bucket, tron, evm] = await Promise.all([
    startExchange({ script: market.script }),
    openMailServer(),
    openWebhook(),
    openBucket(),
    openTronNode(),
    hasEvmChain() ? openEvmChain() : null,
  ])
  const key = (fill: number) => HDKey.fromMasterSeed(new Uint8Array(32).fill(fill)).publicExtendedKey
  return {
    settings: {
      MODE: 'live',
      DATABASE_URL: database.url,
      MARKET_FEED: 'binance',
      MARKET_SYMBOLS: 'BTCUSDT',
      BINANCE_REST_URL: exchange.restUrl,
      BINANCE_STREAM_URL: exchange.streamUrl,
      PUBLIC_URL: 'https://trade.example.com',
      SECRET_KEY: 'the secret of a house that lives for a test',
      SMTP_URL: mail.url,
      MAIL_FROM: 'Glasshouse <no-reply@example.com>',
      HOUSE_SIGNING_KEY: 'a1'.repeat(32),
      SMS_WEBHOOK_URL: phones.url,
      ...bucket.settings,
      TRON_API_URL: tron.url,
      TRON_TOKEN: tronToken.text,
      TRON_XPUB: key(7),
      ...(evm === null ? {} : { EVM_RPC_URL: evm.url, EVM_TOKEN: evm.token, EVM_XPUB: key(5) }),
    },
    mail,
    pictures: bucket.names,
    tron,
    evm,
    close: async () => {
      await Promise.all([exchange, mail, phones, bucket, tron, evm].map((part) => part?.close()))
    },
  }
}

/** Starts the full product in live mode; it is ready after the first message of its feed. */
export const startLiveServer = async (
  database: TestDatabase,
  { settings }: LiveDeps,
): Promise<TestServer> => {
  const house = await startTestServer(database, settings)
  await waitUntil(async () => (await fetch(`${house.url}/readyz`)).ok)
  await waitUntil(async () => (await house.ask('/api/market/depth', { pid: 1 })).retCode === 0)
  return house
}

/** The code of an authenticator app, half minutes from now; the product takes those of one beside its own. */
export const appCode = (secret: string, halfMinutes = 0): string =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * halfMinutes })

/** The six digits of the newest mail to an address, once it has come. */
export const codeFromMail = async (mail: MailServer, to: string): Promise<string> => {
  const find = () =>
    mail.received.findLast((received) => received.to.includes(to) && /\b\d{6}\b/.test(received.text))
  await waitUntil(() => find() !== undefined)
  return /\b\d{6}\b/.exec(find()?.text ?? '')?.[0] ?? ''
}
