import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const binary = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'openssl'))
  .find((path) => existsSync(path))

/** Whether the program that makes certificates is installed. */
export const hasOpenssl = (): boolean => binary !== undefined

/** Files of a certificate and its key, both PEM. */
export type Certificate = { readonly certFile: string; readonly keyFile: string }

/** A certificate authority of a test's own. */
export type CertificateAuthority = {
  readonly caFile: string
  /** Issues a certificate for the host names and addresses of a server, such as `DNS:localhost`. */
  readonly issue: (name: string, subjectAltName: string) => Promise<Certificate>
}

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']

const makeCertificate = async (
  folder: string,
  name: string,
  options: readonly string[],
): Promise<Certificate> => {
  if (binary === undefined) throw new Error('openssl is not installed')
  const [certFile, keyFile] = [join(folder, `${name}.pem`), join(folder, `${name}.key`)]
  const files = ['-keyout', keyFile, '-out', certFile]
  await run(binary, ['req', '-x509', ...newKey, ...files, '-subj', `/CN=${name}`, ...options])
  return { certFile, keyFile }
}

/** Makes an authority whose files lie in a folder. */
export const makeAuthority = async (folder: string, name: string): Promise<CertificateAuthority> => {
  const { certFile, keyFile } = await makeCertificate(folder, name, [])
  return {
    caFile: certFile,
    issue: (server, subjectAltName) =>
      makeCertificate(folder, server, [
        ...['-CA', certFile, '-CAkey', keyFile],
        ...['-addext', `subjectAltName=${subjectAltName}`, '-addext', 'basicConstraints=critical,CA:FALSE'],
      ]),
  }
}
