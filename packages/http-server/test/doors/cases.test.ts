import { tellOfCasesBy } from "../../../core/test/admission/cases/cases.suite.ts"
import { openByHttp } from "./by-http.ts"

tellOfCasesBy("over HTTP", openByHttp)
