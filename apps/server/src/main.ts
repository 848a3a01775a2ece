import { readFileSync } from 'node:fs'
import { argv, env, exit } from 'node:process'
import { parseEnv } from 'node:util'
import { firstManagerCommand, firstManagerErrorMessage, inviteFounder } from './liveMode.ts'
import { InvalidDataDirError } from './platform/postgres/index.ts'
import { InvalidSettingsError, readSettings, type Settings } from './platform/settings/index.ts'
import { createLog, endOnUnhandled } from './platform/telemetry/index.ts'
import { startServer } from './server.ts'
import { releaseStartMemory } from './startMemory.ts'

/** Prints one sentence and exits; a stack trace does not help with a mistyped setting. */
const giveUp = (sentence: string): never => {
  console.error(sentence)
  exit(1)
}

const environmentFile = (): Record<string, string | undefined> => {
  try {
    return parseEnv(readFileSync('.env', 'utf8'))
  } catch {
    return {}
  }
}

const settingsOrGiveUp = (): Settings => {
  try {
    return readSettings(env, environmentFile())
  } catch (error) {
    if (error instanceof InvalidSettingsError) return giveUp(error.message)
    throw error
  }
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** The name that an address of a database or another service has and no server of names knows; null for other errors. */
const unknownHostOf = (error: unknown): string | null =>
  error instanceof Error && 'hostname' in error && typeof error.hostname === 'string' ? error.hostname : null

/** One sentence for an error that the operator can fix; null for others, which keep their stack. */
const explain = (error: unknown, settings: Settings): string | null => {
  if (error instanceof InvalidDataDirError || error instanceof InvalidSettingsError) return error.message
  const code = codeOf(error)
  if (code === 'EADDRINUSE')
    return `PORT ${settings.PORT} on ${settings.HOST} is already in use. Stop what uses it, or choose another PORT.`
  if (code === 'EACCES')
    return `PORT ${settings.PORT} may not be opened by this account. Choose one above 1023.`
  const host = unknownHostOf(error)
  if (host !== null && host !== settings.HOST)
    return `The host ${host} was not found. Look for it in the settings, and whether it is up.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST ${settings.HOST} is not an address of this machine.`
  return null
}

/** `first-manager <email>`: prints the link and exits without starting the server. */
const inviteAndSay = async (settings: Settings, email: string): Promise<void> => {
  const said = await inviteFounder(settings, email).catch((error: unknown) => {
    const sentence = firstManagerErrorMessage(error) ?? explain(error, settings)
    if (sentence !== null) return giveUp(sentence)
    throw error
  })
  console.log(said)
}

const run = async (): Promise<void> => {
  const settings = settingsOrGiveUp()
  const log = createLog(settings.LOG_LEVEL)
  endOnUnhandled(log, giveUp)
  const [, , subcommand, email = ''] = argv
  if (subcommand === 'first-manager') return inviteAndSay(settings, email)
  if (subcommand !== undefined)
    giveUp(`There is no ${subcommand}. Nothing, or: ${firstManagerCommand} you@example.com`)
  const databaseLost = (reason: Error): void => {
    log.fatal({ err: reason }, 'embedded PostgreSQL cannot be brought back, ending')
    giveUp(reason.message)
  }
  const leadershipLost = (reason: Error): void => {
    log.fatal({ err: reason }, 'this process cannot lead any more, ending')
    giveUp(reason.message)
  }
  const house = await startServer(settings, { databaseLost, leadershipLost }).catch((error: unknown) => {
    const sentence = explain(error, settings)
    if (sentence !== null) return giveUp(sentence)
    throw error
  })
  console.log(house.greeting)
  releaseStartMemory()
  let stopping = false
  const stop = async (): Promise<void> => {
    if (stopping) return
    stopping = true
    console.log('Stopping …')
    await house.close().catch((error: unknown) => {
      log.error({ err: error }, 'stopped, but not everything could be written')
      exit(1)
    })
    exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop())
  // The launcher that started this process was killed: nothing else would stop it.
  process.on('disconnect', () => void stop())
}

if (argv[1] === import.meta.filename) await run()
