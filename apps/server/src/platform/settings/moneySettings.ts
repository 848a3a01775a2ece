import { HDKey } from '@scure/bip32'
import { z } from 'zod'

/** URL of an external service, possibly with a path, such as a node with an API key in its URL. */
const serviceUrl = (example: string) =>
  z
    .string()
    .optional()
    .refine(
      (value) => value === undefined || (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)),
      `must be a URL such as ${example}`,
    )
    .transform((value) => value?.replace(/\/+$/, ''))

const isPrivate = (text: string): boolean => /^[a-z]prv/i.test(text.trim()) || /\s/.test(text.trim())

const isExtendedPublicKey = (text: string): boolean => {
  try {
    const key = HDKey.fromExtendedKey(text)
    return key.privateKey === null || key.privateKey === undefined
  } catch {
    return false
  }
}

const extendedKey = () =>
  z
    .string()
    .optional()
    .superRefine((value, context) => {
      if (value === undefined || isExtendedPublicKey(value)) return
      context.addIssue({
        code: 'custom',
        message: isPrivate(value)
          ? 'is a private key; nothing here needs one: take it off this machine and give the public key'
          : 'must be an extended public key that begins with xpub',
      })
    })

const evmAddress = () =>
  z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address such as 0x and 40 hex digits')
    .optional()
const tronAddress = () =>
  z
    .string()
    .regex(/^T[1-9A-HJ-NP-Za-km-z]{33}$/, 'must be an address such as T and 33 letters or digits')
    .optional()
const confirmations = (usual: number) => z.coerce.number().int().min(1).max(10_000).default(usual)

/** Settings of deposits: the payment gateway, and the chains that verify transfers. */
export const moneySettings = {
  BTCPAY_URL: serviceUrl('https://pay.example.com').describe(
    'BTCPay Server for online deposits in live mode; its webhook is `/hooks/btcpay`',
  ),
  BTCPAY_STORE: z.string().min(1).max(100).optional().describe('id of the store in BTCPay Server'),
  BTCPAY_KEY: z
    .string()
    .min(8)
    .optional()
    .describe('API key that may create and view invoices of that store'),
  BTCPAY_WEBHOOK_SECRET: z.string().min(8).optional().describe('secret of that webhook'),
  EVM_XPUB: extendedKey().describe(
    'extended public key (m/44’/60’/0’) from which each customer’s ERC20 deposit address is derived',
  ),
  EVM_ADDRESS: evmAddress().describe('ERC20 deposit address shared by all customers, without EVM_XPUB'),
  EVM_RPC_URL: serviceUrl('https://node.example.com').describe(
    'Ethereum node (JSON-RPC) that verifies ERC20 deposits; live mode only',
  ),
  EVM_TOKEN: evmAddress().describe('contract address of the accepted token'),
  EVM_CONFIRMATIONS: confirmations(12).describe(
    'confirmations that make an ERC20 transfer final, its own block included',
  ),
  TRON_XPUB: extendedKey().describe('as EVM_XPUB, for TRC20 (m/44’/195’/0’)'),
  TRON_ADDRESS: tronAddress().describe('as EVM_ADDRESS, for TRC20'),
  TRON_API_URL: serviceUrl('https://api.trongrid.io').describe(
    'TRON HTTP API that verifies TRC20 deposits; live mode only',
  ),
  TRON_API_KEY: z.string().min(1).optional().describe('key of that API, sent as `TRON-PRO-API-KEY`'),
  TRON_TOKEN: tronAddress().describe('contract address of the accepted token'),
  TRON_CONFIRMATIONS: confirmations(20).describe('as EVM_CONFIRMATIONS, for TRC20'),
}

type MoneySettings = { readonly [Name in keyof typeof moneySettings]?: unknown }

/** Conflicts between settings, as setting and sentence. */
export const paymentSettingIssues = (
  settings: MoneySettings & { readonly MODE: 'practice' | 'live' },
): readonly (readonly [keyof MoneySettings, string])[] => {
  const has = (name: keyof MoneySettings): boolean => settings[name] !== undefined
  if (settings.MODE === 'practice')
    return (['BTCPAY_URL', 'EVM_RPC_URL', 'TRON_API_URL'] as const)
      .filter(has)
      .map((name) => [name, 'practice mode has play money only; leave it out or set MODE=live'] as const)
  const needs = (
    name: keyof MoneySettings,
    needed: keyof MoneySettings,
  ): (readonly [keyof MoneySettings, string])[] => {
    if (!has(name) || has(needed)) return []
    return [[needed, `is needed by ${name}`]]
  }
  return [
    ...needs('BTCPAY_URL', 'BTCPAY_STORE'),
    ...needs('BTCPAY_URL', 'BTCPAY_KEY'),
    ...needs('BTCPAY_URL', 'BTCPAY_WEBHOOK_SECRET'),
    ...needs('EVM_RPC_URL', 'EVM_TOKEN'),
    ...needs('EVM_RPC_URL', 'EVM_XPUB'),
    ...needs('TRON_API_URL', 'TRON_TOKEN'),
    ...needs('TRON_API_URL', 'TRON_XPUB'),
  ]
}
