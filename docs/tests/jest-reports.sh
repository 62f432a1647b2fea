# What `toKeepContract` saw in all tests, whichever worker of Jest ran them, in one report with its coverage of the contract.
rm -rf reports
ESPALIER_JEST_REPORTS=reports npx jest
npx espalier merge reports/*.json --report terminal --report html=coverage.html --report lcov=coverage.info
