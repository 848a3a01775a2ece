import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import solc from 'solc'

const anvil = join(import.meta.dirname, '..', 'evm', 'node_modules', '.bin', 'anvil')

/** Whether a local chain can be started here; its program exists for some platforms only. */
export const hasEvmChain = (): boolean => existsSync(anvil)

/** A token as the standard has it, and a call that pays twice in one transaction. */
const source = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
contract Token {
  event Transfer(address indexed from, address indexed to, uint256 value);
  uint8 public immutable decimals;
  mapping(address => uint256) public balanceOf;
  constructor(uint8 places) {
    decimals = places;
    balanceOf[msg.sender] = type(uint128).max;
  }
  function transfer(address to, uint256 value) public returns (bool) {
    require(balanceOf[msg.sender] >= value, "too little");
    balanceOf[msg.sender] -= value;
    balanceOf[to] += value;
    emit Transfer(msg.sender, to, value);
    return true;
  }
  function payTwo(address one, uint256 first, address other, uint256 second) external {
    transfer(one, first);
    transfer(other, second);
  }
}`

type Compiled = { contracts: { token: { Token: { evm: { bytecode: { object: string } } } } } }

const compile = (): string => {
  const outputSelection = { '*': { '*': ['evm.bytecode.object'] } }
  const input = {
    language: 'Solidity',
    sources: { token: { content: source } },
    settings: { outputSelection, evmVersion: 'paris' },
  }
  const compiled = JSON.parse(solc.compile(JSON.stringify(input))) as Compiled
  return `0x${compiled.contracts.token.Token.evm.bytecode.object}`
}

const word = (value: bigint | string): string =>
  (typeof value === 'bigint' ? value.toString(16) : value.replace(/^0x/, '').toLowerCase()).padStart(64, '0')

export type EvmChain = {
  readonly url: string
  /** The token that counts, of 6 decimals, and another of 18. */
  readonly token: string
  readonly other: string
  /** Accounts with coins for gas; the first has all tokens. */
  readonly accounts: readonly string[]
  readonly rpc: (method: string, ...params: unknown[]) => Promise<unknown>
  /** Mines so many empty blocks. */
  readonly mine: (blocks: number) => Promise<void>
  /** Pays tokens in a block of its own and returns the hash, also when the transfer fails. */
  readonly pay: (to: string, units: bigint, options?: { token?: string; from?: string }) => Promise<string>
  /** Pays two in one transaction. */
  readonly payTwo: (one: string, first: bigint, other: string, second: bigint) => Promise<string>
  /** Sends coins of the chain itself, which are no token. */
  readonly payCoins: (to: string) => Promise<string>
  /** Replaces the newest blocks by as many empty ones. */
  readonly reorganise: (depth: number) => Promise<void>
  readonly close: () => Promise<void>
}

/** Starts a real EVM chain on loopback with two tokens on it. */
export const openEvmChain = async (): Promise<EvmChain> => {
  const child = spawn(anvil, ['--port', '0', '--no-mining'], { stdio: ['ignore', 'pipe', 'ignore'] })
  let said = ''
  const address = await new Promise<string>((found, failed) => {
    child.once('exit', () => failed(new Error(`the local chain did not start: ${said}`)))
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const listening = /Listening on ([\d.:]+)/.exec(said)
      if (listening?.[1] !== undefined) found(listening[1])
    })
  })
  const url = `http://${address}`
  const rpc = async (method: string, ...params: unknown[]): Promise<unknown> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const { result, error } = (await answer.json()) as { result?: unknown; error?: { message: string } }
    if (error !== undefined) throw new Error(`${method}: ${error.message}`)
    return result
  }
  const accounts = (await rpc('eth_accounts')) as string[]
  const [rich = ''] = accounts
  const mine = async (blocks: number): Promise<void> =>
    void (await rpc('anvil_mine', `0x${blocks.toString(16)}`))
  const send = async (transaction: object): Promise<string> => {
    const hash = await rpc('eth_sendTransaction', { from: rich, gas: '0x200000', ...transaction })
    await mine(1)
    return hash as string
  }
  const deploy = async (decimals: bigint): Promise<string> => {
    const hash = await send({ data: `${bytecode}${word(decimals)}` })
    const receipt = (await rpc('eth_getTransactionReceipt', hash)) as { contractAddress: string }
    return receipt.contractAddress
  }
  const bytecode = compile()
  const [token, other] = [await deploy(6n), await deploy(18n)]
  return {
    url,
    token,
    other,
    accounts,
    rpc,
    mine,
    pay: (to, units, options = {}) =>
      send({
        to: options.token ?? token,
        from: options.from ?? rich,
        data: `0xa9059cbb${word(to)}${word(units)}`,
      }),
    payTwo: (one, first, second, rest) =>
      send({ to: token, data: `0x${payTwoSelector}${word(one)}${word(first)}${word(second)}${word(rest)}` }),
    payCoins: (to) => send({ to, value: '0xde0b6b3a7640000' }),
    reorganise: async (depth) => void (await rpc('anvil_reorg', depth, [])),
    close: async () => {
      child.kill()
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

/** The first four bytes of the Keccak-256 of `payTwo(address,uint256,address,uint256)`. */
const payTwoSelector = '38462126'
