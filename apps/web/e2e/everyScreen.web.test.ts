import { examineEveryScreen } from './everyScreen.ts'

// Russian has the longest words of the nine. The other languages and the night theme: everyScreen.long.web.test.ts.
examineEveryScreen({ themes: ['day'], languagesOf: () => ['ru'] })
