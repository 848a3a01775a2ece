import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The page with its script and style inside, and a policy that allows these two and no connection. */
const pageOf = (script: string, style: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Glasshouse verifier</title>
<style>${style}</style>
</head>
<body>
<p>Save this file and open it from your disk.</p>
<script type="module">${script}</script>
</body>
</html>
`

/** Script and style of the built verifier. */
const buildParts = async (root: string): Promise<{ readonly script: string; readonly style: string }> => {
  const built = await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: join(root, 'verifier.html') },
    },
  })
  const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  const scripts = outputs.flatMap((file) => (file.type === 'chunk' ? [file.code] : []))
  const styles = outputs.flatMap((file) =>
    file.type === 'asset' && file.fileName.endsWith('.css') ? [String(file.source)] : [],
  )
  const [script, style] = [scripts[0], styles[0]]
  if (script === undefined || style === undefined || scripts.length !== 1 || styles.length !== 1)
    throw new Error('the verifier is one script and one style')
  // An end tag inside a text would end the script.
  return { script: script.replaceAll('</', '<\\/'), style }
}

/** Adds `verifier.html` to the built site: the verifier of proofs, receipts and reports in one file that works from disk. */
export const verifierFile = (root: string): Plugin => ({
  name: 'verifier-file',
  apply: 'build',
  async generateBundle() {
    const { script, style } = await buildParts(root)
    this.emitFile({ type: 'asset', fileName: 'verifier.html', source: pageOf(script, style) })
  },
})
