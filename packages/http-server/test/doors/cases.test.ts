import { tellOfCasesBy } from "../../../core/test/admission/cases/cases.ts"
import { openByHttp } from "./by-http.ts"

tellOfCasesBy("over HTTP", openByHttp)
