import { admissionCasesSuite } from "../../../core/test/admission/cases/cases.suite.ts"
import { openByHttp } from "./by-http.ts"

admissionCasesSuite("over HTTP", openByHttp)
