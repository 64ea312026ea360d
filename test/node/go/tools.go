//go:build tools

// Package tools names the program that the tests build from its published module.
package tools

import _ "github.com/ava-labs/avalanchego/main"
